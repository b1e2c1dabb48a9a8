import { describe, expect, test } from 'vitest'
import type { JWT } from '../types/jwt.ts'
import { reconcilePicture, withBothNames, withOneName } from './picture.ts'

describe('The picture of a token for callbacks', () => {
  test.each<readonly [JWT, JWT]>([
    [{ picture: 'p' }, { picture: 'p', image: 'p' }],
    [{ image: 'i' }, { picture: 'i', image: 'i' }],
    [
      { picture: 'p', image: 'i' },
      { picture: 'i', image: 'i' },
    ],
    [{ picture: null }, { picture: null, image: null }],
    [{ sub: '1' }, { sub: '1' }],
  ])('of %j is %j', (token, both) => {
    expect(withBothNames(token)).toStrictEqual(both)
  })
})

describe('The picture of a token after a callback that was given "a"', () => {
  test.each<readonly [JWT, JWT]>([
    [
      { picture: 'a', image: 'b' },
      { picture: 'b', image: 'b' },
    ],
    [
      { picture: 'b', image: 'a' },
      { picture: 'b', image: 'b' },
    ],
    [
      { picture: 'b', image: 'c' },
      { picture: 'c', image: 'c' },
    ],
    [{ picture: 'b' }, { picture: 'b', image: 'b' }],
    [{ image: 'a' }, { picture: 'a', image: 'a' }],
    [{ image: 'b' }, { picture: 'b', image: 'b' }],
    [
      { picture: 'a', image: null },
      { picture: null, image: null },
    ],
    [{ sub: '1' }, { sub: '1' }],
  ])('that returns %j is taken from %j', (returned, token) => {
    expect(reconcilePicture(returned, 'a')).toStrictEqual(token)
  })
})

test('withOneName stores the picture of a token once', () => {
  expect(withOneName({ sub: '1', picture: 'p', image: 'p' })).toStrictEqual({
    sub: '1',
    picture: 'p',
  })
})
