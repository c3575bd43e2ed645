export { analyst } from './analyst/analyst.ts';
export { machine } from './analyst/machine.ts';
export { notifier } from './notify.ts';
export { type Observer, watch } from './watch.ts';
