import { frFR } from '@mui/material/locale';
import messages from 'ra-language-french';
import type { FrameworkTexts } from '../framework-texts.ts';

export default { messages, components: frFR.components } satisfies FrameworkTexts;
