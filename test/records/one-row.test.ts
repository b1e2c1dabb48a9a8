import { describe, expect, test } from 'vitest'
import { explore, type Explored } from './src/explore.ts'
import { createRecords, type Faults } from './src/records.ts'
import { faultsOf, makeWorld, type Scene } from './src/scene.ts'
import {
  answeredAppCode,
  appCode,
  backupCode,
  guessedCode,
  guessedCodeComparedFirst,
  resetToken,
  rightCode,
} from './src/scenes/codes.ts'
import {
  countedOwners,
  deviceGrant,
  invitation,
  invitationAcceptedLast,
  owners,
} from './src/scenes/grants.ts'
import { allKeys, apiKey, auditLog } from './src/scenes/keys-and-logs.ts'

const run = (scene: () => Scene, faults?: Faults): Promise<Explored> =>
  explore(() => makeWorld(scene(), createRecords(faults)), faultsOf(scene()))

/** Every order is right, and the same programs are found wrong over each store that is. */
async function expectRight(scene: () => Scene, wrong: readonly Faults[]): Promise<void> {
  const { orders, bad } = await run(scene)
  expect(orders.length).toBeGreaterThan(5)
  expect(bad).toEqual([])
  for (const faults of wrong) expect((await run(scene, faults)).bad).not.toEqual([])
}

async function expectWrong(scene: () => Scene): Promise<void> {
  expect((await run(scene)).bad).not.toEqual([])
}

describe('a code of an authenticator app', () => {
  test('is accepted once', () => expectRight(appCode, [{ byKeyAlone: true }]))

  test('is accepted by one of those that come together', () =>
    expectRight(answeredAppCode, [{ byKeyAlone: true }]))
})

describe('a backup code', () => {
  test('is used once, and an old one does not use up a new one of its slot', () =>
    expectRight(backupCode, [{ byKeyAlone: true }, { versionsFromOne: true }]))
})

describe('the code of a mail', () => {
  test('is compared as often as is allowed', () => expectRight(guessedCode, [{ byKeyAlone: true }]))

  test('is compared more often where it is counted afterwards', () =>
    expectWrong(guessedCodeComparedFirst))

  test('signs in once', () => expectRight(rightCode, []))
})

describe('the token of a reset', () => {
  test('is not good after its successor was stored, for versions do not repeat', () =>
    expectRight(resetToken, [{ versionsFromOne: true }]))
})

describe('the grant of a device', () => {
  test('is approved by one person, whose token it becomes', () =>
    expectRight(deviceGrant, [{ byKeyAlone: true }]))
})

describe('an invitation', () => {
  test('lets one person in, and none after it was revoked', () =>
    expectRight(invitation, [{ byKeyAlone: true }]))

  test('lets more in where it is dropped last, without having been accepted', () =>
    expectWrong(invitationAcceptedLast))
})

describe('the owners of an organisation', () => {
  test('are never none, as they are in one row', () => expectRight(owners, [{ byKeyAlone: true }]))

  test('can be none where their rows are counted', () => expectWrong(countedOwners))
})

describe('an API key', () => {
  test('does not come back by the note of its last use', () =>
    expectRight(apiKey, [{ writesAbsent: true }]))

  test('is revoked with all of its user, also when it was made just before', () =>
    expectRight(allKeys, [{ findsLate: true }]))
})

describe('a chain of the audit log', () => {
  test('has no gap, and loses no entry to another writer', () =>
    expectRight(auditLog, [{ replaces: true }]))
})
