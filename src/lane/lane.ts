export { type LocalLanes, localLanes } from './local.ts';
