export { type Edit, editSettings, plainValue } from './edit.ts';
export { mistake } from './mistake.ts';
export { readSettings, refuseUnknown } from './settings.ts';
export { kindOf, type Setting, type Written } from './written.ts';
