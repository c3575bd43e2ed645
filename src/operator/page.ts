import { pagesBeside } from '../lib/page.ts';

/** A file of `prompts`, filled in. */
export const page = pagesBeside(import.meta.url);
