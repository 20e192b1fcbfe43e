import { FormControl, FormControlLabel, FormHelperText, FormLabel, Radio, RadioGroup } from '@mui/material';
import { type ReactNode, useId } from 'react';

interface LabelledRadioGroupProps<Value extends string> {
  label: string;
  choices: readonly (readonly [value: Value, text: string])[];
  value: Value | null;
  error?: string | undefined;
  onChange: (value: Value) => void;
}

export function LabelledRadioGroup<Value extends string>(props: LabelledRadioGroupProps<Value>): ReactNode {
  const { label, choices, value, error, onChange } = props;
  const id = useId();
  return (
    <FormControl component="fieldset" error={error !== undefined} sx={{ mb: 1 }}>
      <FormLabel component="legend" id={`${id}-label`}>
        {label}
      </FormLabel>
      <RadioGroup
        row
        aria-labelledby={`${id}-label`}
        {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
        value={value ?? ''}
        onChange={(_event, next) => onChange(next as Value)}
        sx={{ columnGap: 1 }}
      >
        {choices.map(([each, text]) => (
          <FormControlLabel key={each} value={each} control={<Radio />} label={text} />
        ))}
      </RadioGroup>
      {error !== undefined && <FormHelperText id={`${id}-error`}>{error}</FormHelperText>}
    </FormControl>
  );
}
