import { html, type Markup } from '../../lib/markup.ts';

export type Mark = 'best' | 'alive' | 'eliminated' | 'invalid';

/** A candidate in a picture, linked to its details: a diamond, a full or an empty circle, a cross. */
export function dot(mark: Mark, x: number, y: number, size: number, title: string, id: string): Markup {
  return html`<a href="#c-${id}"><title>${title}</title>${shape(mark, x, y, size)}</a>\n`;
}

export function shape(mark: Mark, x: number, y: number, size: number): Markup {
  const [cx, cy] = [x.toFixed(1), y.toFixed(1)];
  switch (mark) {
    case 'best': {
      const r = size * 1.8;
      return html`<path class="best" d="M${cx},${(y - r).toFixed(1)}l${r},${r}l${-r},${r}l${-r},${-r}z"/>`;
    }
    case 'invalid': {
      const [r, d] = [size * 0.9, size * 1.8];
      return html`<path class="invalid" d="M${(x - r).toFixed(1)},${(y - r).toFixed(1)}l${d},${d}m0,${-d}l${-d},${d}"/>`;
    }
    default:
      return html`<circle class="${mark}" cx="${cx}" cy="${cy}" r="${size}"/>`;
  }
}

const LEGEND: readonly (readonly [Mark, string])[] = [
  ['best', 'winner'],
  ['alive', 'alive'],
  ['eliminated', 'eliminated'],
  ['invalid', 'invalid or dropped'],
];

/** Where everybody lives who has a score of its own. */
const ALL: { readonly [M in Mark]?: string } = { alive: 'scored', eliminated: 'the same as another' };

/** `all`: everybody lives. */
export function legend(all: boolean, ...more: readonly Markup[]): Markup {
  return html`<p class="legend">${LEGEND.map(
    ([mark, text]) =>
      html`<span><svg width="16" height="16" aria-hidden="true">${shape(mark, 8, 8, 4)}</svg> ${(all && ALL[mark]) || text}</span> `,
  )}${more}</p>`;
}
