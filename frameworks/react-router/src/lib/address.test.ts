import { describe, expect, test } from 'vitest'
import { findPageAddress } from './address.ts'

describe('the URL of a React Router page', () => {
  test.each([
    ['/notes', '/notes'],
    ['/notes?a=1&b=x%20y', '/notes?a=1&b=x%20y'],
    ['/notes.data', '/notes'],
    ['/notes.data?_routes=root%2Cnotes&a=1', '/notes?a=1'],
    ['/notes/_.data', '/notes/'],
    ['/_.data', '/'],
    ['/_root.data?_routes=root', '/'],
    ['/?index', '/'],
    ['/notes?index&a=1', '/notes?a=1'],
    ['/notes?index=of-a-book', '/notes?index=of-a-book'],
    ['/notes?_routes=notes', '/notes'],
    ['/notes.data.csv', '/notes.data.csv'],
  ])('for the request %s is %s', (given, expected) => {
    expect(findPageAddress(`https://app.test${given}`)).toBe(`https://app.test${expected}`)
  })
})
