import { OWN_PROMPTS } from '../domain/own-prompt.ts';
import { checkPages } from '../lib/own-page.ts';

/** Throws UserError unless every file of the folder can take the place of a prompt. A folder that isn't there is fine. */
export const checkPrompts = (folder: string): void => checkPages(folder, OWN_PROMPTS);
