interface AddressLinesProps {
  address: { address: string; addressPart2: string | null; postalCode: string; city: string };
  /** The name of the country; missing if it need not be shown. */
  country: string | undefined;
}

/** Shows the lines of a postal address that follow the recipient's name. */
export function AddressLines({ address: { address, addressPart2, postalCode, city }, country }: AddressLinesProps) {
  return (
    <span>
      {address}
      {addressPart2 && (
        <>
          <br />
          <span>{addressPart2}</span>
        </>
      )}
      <br />
      {postalCode} {city}
      <br />
      {country}
    </span>
  );
}
