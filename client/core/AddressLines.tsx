interface AddressLinesProps {
  address: { address: string; addressPart2: string | null; postalCode: string; city: string };
  /** The name of the country. */
  country: string | undefined;
}

/** The lines of a postal address below the recipient's name. */
export function AddressLines({ address: { address, addressPart2, postalCode, city }, country }: AddressLinesProps) {
  return (
    <>
      {address}
      {addressPart2 && (
        <>
          <br />
          {addressPart2}
        </>
      )}
      <br />
      {postalCode} {city}
      <br />
      {country}
    </>
  );
}
