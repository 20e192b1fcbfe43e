import messages from 'ra-language-english';
import type { FrameworkTexts } from '../framework-texts.ts';

export default { messages, components: {} } satisfies FrameworkTexts;
