import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html, trusted } from './markup.ts';

describe('markup', () => {
  it('escapes every value, in text and in attributes', () => {
    const evil = `<script>alert("1")</script> & 'x'`;
    expect(html`<a title="${evil}">${evil}</a>`.markup).toBe(
      '<a title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;</a>',
    );
  });

  it('nests, lists, and leaves nothing out but what is not there', () => {
    const items = [html`<li>${1}</li>`, html`<li>${0}</li>`];
    expect(html`<ul>${items}</ul>${false}${undefined}${null}${''}${trusted('<hr>')}`.markup).toBe(
      '<ul><li>1</li><li>0</li></ul><hr>',
    );
  });

  it('shows what could deceive a reader', () => {
    expect(html`${'a\u202eb\u0000c\nd'}`.markup).toBe('a\ufffdb\ufffdc\nd');
  });

  it('has no value that opens a tag or leaves its quotes', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(html`${text}`.markup).not.toMatch(/[<>"']/);
      }),
    );
  });
});
