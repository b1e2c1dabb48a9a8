import { describe, expect, it } from 'vitest'
import { InvalidConfiguration } from '../errors/classes.ts'
import { createOriginList } from './origin-list.ts'

function allows(entry: string, url: string): boolean {
  return createOriginList([entry], 'redirectProxyOrigins').has(new URL(url))
}

describe('RDR-08 an exact origin', () => {
  it.each([
    ['https://pr-7.example.com', 'https://pr-7.example.com/auth/callback/harbour?x=1'],
    ['https://pr-7.example.com/', 'https://pr-7.example.com'],
    ['https://PR-7.Example.COM', 'https://pr-7.example.com'],
    ['https://pr-7.example.com:443', 'https://pr-7.example.com'],
    ['https://pr-7.example.com:8443', 'https://pr-7.example.com:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['https://[2001:db8::1]', 'https://[2001:db8:0::1]'],
  ])('%s is %s', (entry, url) => {
    expect(allows(entry, url)).toBe(true)
  })

  it.each([
    ['another scheme', 'http://pr-7.example.com'],
    ['another port', 'https://pr-7.example.com:8443'],
    ['a label before it', 'https://a.pr-7.example.com'],
    ['its parent', 'https://example.com'],
    ['text before it', 'https://evil-pr-7.example.com'],
    ['text after it', 'https://pr-7.example.com.evil.example'],
    ['the root label written out', 'https://pr-7.example.com.'],
    ['the name as user information', 'https://pr-7.example.com@evil.example'],
    ['the name as a fragment', 'https://evil.example#pr-7.example.com'],
  ])('does not match %s', (_, url) => {
    expect(allows('https://pr-7.example.com', url)).toBe(false)
  })
})

describe('RDR-08 an origin with an open first label', () => {
  it.each([
    ['https://*.preview.example.com', 'https://pr-7.preview.example.com'],
    ['https://*.preview.example.com', 'https://PR-7.preview.example.com'],
    ['https://*.preview.example.com:443', 'https://pr-7.preview.example.com'],
    ['https://*.preview.example.com:8443', 'https://pr-7.preview.example.com:8443'],
    ['https://*.example.com', 'https://pr-7.example.com'],
    ['https://*.a1.c', 'https://x.a1.c'],
    ['https://*.a.1.example.com', 'https://x.a.1.example.com'],
    ['http://*.localhost:3000', 'http://pr-7.localhost:3000'],
  ])('%s is %s', (entry, url) => {
    expect(allows(entry, url)).toBe(true)
  })

  it.each([
    ['no label', 'https://preview.example.com'],
    ['an empty label', 'https://.preview.example.com'],
    ['two labels', 'https://a.b.preview.example.com'],
    ['a part of a label', 'https://evilpreview.example.com'],
    ['a part of a label after a dash', 'https://evil-preview.example.com'],
    ['a longer name', 'https://pr-7.preview.example.com.evil.example'],
    ['the root label written out', 'https://pr-7.preview.example.com.'],
    ['another scheme', 'http://pr-7.preview.example.com'],
    ['another port', 'https://pr-7.preview.example.com:8443'],
    ['a name in user information', 'https://pr-7.preview.example.com@evil.example'],
    ['a name in a path', 'https://evil.example/.preview.example.com'],
    ['a name after a backslash', 'https://evil.example\\.preview.example.com'],
  ])('does not match %s', (_, url) => {
    expect(allows('https://*.preview.example.com', url)).toBe(false)
  })
})

it.each([
  ['', 'no origin'],
  ['*', 'everything'],
  ['pr-7.example.com', 'no scheme'],
  ['https://', 'no host'],
  ['https://*', 'every host'],
  ['https://*.com', 'every name in a top-level domain'],
  ['https://*.', 'no parent'],
  ['https://*.com.', 'a top-level domain with its dot'],
  ['https://*.192.0.2.1', 'an address'],
  ['https://*..example.com', 'an empty label'],
  ['ftp://localhost', 'another protocol, on this machine'],
  ['https://*.[2001:db8::1]', 'an address in brackets'],
  ['https://*.*.example.com', 'two open labels'],
  ['https://pr-*.example.com', 'a part of a label'],
  ['https://preview.*.example.com', 'a label in the middle'],
  ['https://pr-7.example.com:*', 'every port'],
  ['*://pr-7.example.com', 'every scheme'],
  ['https://pr-7.example.com/auth', 'a path'],
  ['https://pr-7.example.com?x', 'a query'],
  ['https://user@pr-7.example.com', 'user information'],
  ['http://pr-7.example.com', 'plain http'],
  ['http://*.preview.example.com', 'plain http with an open label'],
  ['ftp://pr-7.example.com', 'another protocol'],
  ['null', 'the origin of nothing'],
])('RDR-08 refuses %j: %s', (entry) => {
  const read = (): unknown => createOriginList(['https://ok.example', entry], 'someOrigins')
  expect(read).toThrow(InvalidConfiguration)
  expect(read).toThrow(/`someOrigins`/)
})
