export { notifier } from './notify.ts';
export { type Observer, watch } from './watch.ts';
