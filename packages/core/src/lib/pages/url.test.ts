import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { imageSource, linkTarget } from './url.ts'

const HARMFUL = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' \u0001javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  'http://[',
]

describe('linkTarget', () => {
  it.each([
    '/',
    '',
    '?a=b',
    '#x',
    'path/to',
    '/auth/signin/a?b=c&d=e',
    'https://example.com/x',
    'http://localhost:3000/x',
  ])('keeps %j', (reference) => {
    expect(linkTarget(reference)).toBe(reference)
  })

  it.each(HARMFUL)('returns / for %j', (reference) => {
    expect(linkTarget(reference)).toBe('/')
  })

  it('returns only URLs that a browser resolves to http or https', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (reference) => {
        const resolved = new URL(linkTarget(reference), 'https://app.example.com/auth/signin')
        expect(resolved.protocol).toMatch(/^https?:$/)
      }),
    )
  })
})

describe('imageSource', () => {
  it.each([
    '/logo.svg',
    'https://example.com/a.png',
    'data:image/png;base64,AA==',
    'data:image/svg+xml,%3Csvg/%3E',
  ])('keeps %j', (reference) => {
    expect(imageSource(reference)).toBe(reference)
  })

  it.each([
    ...HARMFUL,
    '',
    '  ',
    undefined,
    null,
    1,
    {},
    'data:image/',
    'data:image/png',
    'xdata:image/png,x',
    'data:text/html;image/png,x',
  ])('leaves out %j', (reference) => {
    expect(imageSource(reference)).toBeUndefined()
  })
})
