import { describe, expect, it } from 'vitest'
import { formShape } from './slots.ts'

describe('The shape of a form', () => {
  it.each([
    [{}, { csrfToken: false, callbackUrl: false }],
    [{ csrfToken: 'token' }, { csrfToken: true, callbackUrl: false }],
    [{ callbackUrl: '/home' }, { csrfToken: false, callbackUrl: true }],
    [
      { csrfToken: '', callbackUrl: '' },
      { csrfToken: true, callbackUrl: true },
    ],
  ])('of %j has the fields that are given', (target, shape) => {
    expect(formShape(target)).toEqual(shape)
  })
})
