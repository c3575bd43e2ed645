import type { View } from '../../../domain/view.ts';

/** The report of a session as its teardown has it; empty before its end. */
export const reportIn = (_view: View): string => '';
