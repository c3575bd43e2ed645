export { ranked } from './ranked.ts';
