export { load } from './bench/load.ts';
export { type Call, type Measured, type MeasureOptions, measure } from './bench/measure.ts';
export { artifact, type Result, report, seed, trace } from './bench/result.ts';
export { type Found, type Handler, type Request, type Serving, serve } from './bench/serve.ts';
export { type Ran, runTarget, type TargetOptions } from './bench/target.ts';
