import { createSealedBox, type SealedBox } from '../src/lib/crypto/sealed-box.ts'

/**
 * A box as an application has it, whose cookies have the names of their slots.
 *
 * @param clock - milliseconds since the epoch
 */
export const testBox = (clock: () => number): SealedBox =>
  createSealedBox({
    secrets: ['q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x'],
    names: {
      session: 'session',
      acting: 'acting',
      csrf: 'csrf',
      state: 'state',
      pkce: 'pkce',
      nonce: 'nonce',
      device: 'device',
      attempt: 'attempt',
      waiting: 'waiting',
      form: 'form',
      browser: 'browser',
      'mail-proof': 'mail-proof',
      challenge: 'challenge',
      proxy: 'proxy',
    },
    clock,
  })
