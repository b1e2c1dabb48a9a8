import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { find, readDocument } from '../../../test/document-tree.ts'
import { fill, Html, html } from './html.ts'

// Parsers make one line feed of each kind of line end and drop NUL from text.
const asParsed = (text: string): string => text.replace(/\r\n?/g, '\n')
const anyText = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...Array.from('<>&"\'`=/;#xscript! -\n')) }),
  )
  .filter((text) => !text.includes('\0'))

// Reached without types, as from a request.
function render(value: unknown): string {
  const rendered: unknown = Reflect.apply(html, undefined, [['', ''], value])
  return String(rendered)
}

describe('the template tag html', () => {
  it('escapes any string in text and in attributes', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, title) => {
        const elements = readDocument(html`<p title="${title}">${text}</p>`.toString())
        expect(elements.map(({ name }) => name)).toEqual(['html', 'head', 'body', 'p'])
        expect(find(elements, 'p')[0]).toMatchObject({
          attributes: { title: asParsed(title) },
          text: asParsed(text),
        })
      }),
      { numRuns: 1000 },
    )
  })

  it('escapes once in nested templates', () => {
    const inner = html`<i>${'a & b'}</i>`
    expect(html`${[inner, [html`${inner}`]]}`.toString()).toBe('<i>a &amp; b</i><i>a &amp; b</i>')
  })

  it('writes nothing for false, null and undefined, and writes the number 0', () => {
    expect(html`[${false}${null}${undefined}${''}${0}]`.toString()).toBe('[0]')
  })

  it('escapes an object that a request disguised as markup', () => {
    expect(() => render({ markup: '<script>', toString: '<script>' })).toThrow(TypeError)
    expect(() => render({ toString: () => '<script>' })).toThrow(TypeError)
    expect(() => render(Object.create(Html.prototype))).toThrow(TypeError)
    expect(render(['<b>'])).toBe('&lt;b&gt;')
  })
})

describe('fill of a text with placeholders', () => {
  it('escapes the text and the values, and keeps given markup', () => {
    const filled = fill('<{name}> & {mark}{gone}', { name: '"x"', mark: html`<b></b>` })
    expect(filled.toString()).toBe('&lt;&quot;x&quot;&gt; &amp; <b></b>')
  })

  it('does not replace placeholders inside values', () => {
    expect(fill('{a}{b}', { a: '{b}', b: 'x' }).toString()).toBe('{b}x')
  })
})
