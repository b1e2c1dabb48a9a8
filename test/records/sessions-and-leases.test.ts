import { describe, expect, test } from 'vitest'
import { explore } from './src/explore.ts'
import { createRecords, type Faults } from './src/records.ts'
import { faultsOf, makeWorld, type Scene } from './src/scene.ts'
import { abandonedLease, refreshedToken } from './src/scenes/lease.ts'
import { replacedPassword } from './src/scenes/password.ts'

const findBad = async (scene: () => Scene, faults?: Faults): Promise<readonly string[]> =>
  (await explore(() => makeWorld(scene(), createRecords(faults)), faultsOf(scene()))).bad

describe('a password that is replaced', () => {
  test('leaves no session of the old one, as it ends them before and after', async () => {
    expect(await findBad(() => replacedPassword())).toEqual([])
  })

  test.each([
    ['its endings all come before', ['end', 'write'], 'proof'],
    ['its endings all come after', ['write', 'end'], 'proof'],
    ['the session carries the generation of its beginning', ['end', 'write', 'end'], 'session'],
  ] as const)('leaves one where %s', async (_where, order, from) => {
    expect(await findBad(() => replacedPassword(order, from))).not.toEqual([])
  })
})

describe('the lease of a token that is refreshed', () => {
  test('sends each refresh token once, and stores the newest', async () => {
    expect(await findBad(refreshedToken)).toEqual([])
  })

  test('sends one twice over a store that compares no version', async () => {
    expect(await findBad(refreshedToken, { byKeyAlone: true })).not.toEqual([])
  })

  test('is free again after its process ended', async () => {
    expect(await findBad(abandonedLease)).toEqual([])
  })
})
