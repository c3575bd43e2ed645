export { type AnalystPlan, analyst } from './analyst/analyst.ts';
export { type Folders, machine } from './analyst/machine.ts';
export { notifier } from './notify.ts';
export { type Observer, watch } from './watch.ts';
