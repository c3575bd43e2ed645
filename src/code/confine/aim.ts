import type { Target } from '../../domain/target.ts';
import { located } from '../symbol/locate.ts';
import { sameSignature } from '../symbol/signature.ts';
import { lostIn } from './lost.ts';

export type Aim =
  | { readonly kind: 'met' }
  /** It is there with another signature, where that matters. */
  | { readonly kind: 'other'; readonly signature: string }
  | { readonly kind: 'lost'; readonly reason: string };

/** Whether a version of the target's file has the target. */
export async function aimOf(target: Target, text: string): Promise<Aim> {
  const { path } = target;
  const own = await located(path, text, target);
  if (own === undefined) {
    return { kind: 'lost', reason: await lostIn(target, text) };
  }
  if (target.loose === true || sameSignature(path, target.signature, own.signature)) return { kind: 'met' };
  return { kind: 'other', signature: own.signature };
}
