import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { find, readDocument } from '../../../test/document-tree.ts'
import { fill, Html, html, prepare, slot } from './html.ts'
import { formShape } from './slots.ts'

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

describe('Markup with slots', () => {
  const shout = slot('name', (value) => value.toUpperCase())

  it('has the converted and escaped value in its slot, and nothing before or behind it', () => {
    expect(html`<b>${'a'}</b>${shout}<i>${shout}</i>`.toString()).toBe('<b>a</b><i></i>')
  })

  it('has what is filled in, converted and then escaped, and nothing before or behind it', () => {
    const write = prepare(html`<p title="${shout}">${shout}${slot('other')}</p>`)
    expect(write({ name: 'a"<', other: html`<i>b</i>` })).toBe(
      '<p title="A&quot;&lt;">A&quot;&lt;<i>b</i></p>',
    )
    expect(write({ name: 'b' })).toBe('<p title="B">B</p>')
    expect(write({})).toBe('<p title=""></p>')
  })
})

describe('The shape of a form', () => {
  it.each([
    [{}, { csrfToken: false, callbackUrl: false }],
    [{ csrfToken: 'token' }, { csrfToken: true, callbackUrl: false }],
    [{ callbackUrl: '/home' }, { csrfToken: false, callbackUrl: true }],
    [
      { csrfToken: '', callbackUrl: '' },
      { csrfToken: true, callbackUrl: true },
    ],
  ])('for %j has the given fields', (target, shape) => {
    expect(formShape(target)).toEqual(shape)
  })
})
