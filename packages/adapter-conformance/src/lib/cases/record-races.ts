import assert from 'node:assert/strict'
import { race } from '../expectations.ts'
import type { Case } from '../options.ts'
import { CODES, NOTES, changed, keyOf, sampleCode, sampleNote } from '../record-samples.ts'
import { RACERS, ROUNDS } from '../samples.ts'
import { assertKept, createOwner, read, storeNote } from '../stored-records.ts'

/** Tests of simultaneous calls of the verbs on records. */
export const recordRaceCases: readonly Case[] = [
  {
    name: `of ${RACERS} inserts of one key one succeeds`,
    async run({ adapter }) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const note = sampleNote(await createOwner(adapter))
        const rivals = Array.from({ length: RACERS }, (_, count) => changed(note, { count }))
        const { values: answers, errors } = await race(RACERS, async (index) =>
          adapter.records.insert(NOTES, rivals[index] ?? note, Date.now()),
        )
        assert.deepEqual(errors, [])
        assert.equal(answers.filter((answer) => answer === 'inserted').length, 1)
        const winner = rivals[answers.indexOf('inserted')]
        assert.ok(winner)
        await assertKept(adapter, NOTES, winner)
      }
    },
  },
  {
    name: `of ${RACERS} changes and drops of one version one succeeds`,
    async run({ adapter }) {
      const { records } = adapter
      for (let round = 0; round < ROUNDS; round += 1) {
        const row = await storeNote(adapter)
        const rivals = Array.from({ length: RACERS }, (_, count) => changed(row, { count }))
        const { values: answers, errors } = await race(RACERS, async (index) =>
          index % 2 === 0
            ? records.change(NOTES, rivals[index] ?? row, row.version)
            : records.drop(NOTES, keyOf(NOTES, row), row.version),
        )
        assert.deepEqual(errors, [])
        assert.equal(answers.filter(Boolean).length, 1)
        const winner = answers.indexOf(true)
        const expected = winner % 2 === 0 ? rivals[winner] : null
        assert.deepEqual(await read(adapter, NOTES, row), expected)
      }
    },
  },
  {
    name: `of ${RACERS} inserts over an expired row one succeeds`,
    async run({ adapter, at }) {
      const { records } = adapter
      const now = at(0).getTime()
      for (let round = 0; round < ROUNDS; round += 1) {
        const old = sampleCode(now + 1)
        await records.insert(CODES, old, now)
        const rivals = Array.from({ length: RACERS }, () => changed(old, { expires: now + 90_000 }))
        const { values: answers, errors } = await race(RACERS, async (index) =>
          records.insert(CODES, rivals[index] ?? old, now + 2),
        )
        assert.deepEqual(errors, [])
        assert.equal(answers.filter((answer) => answer === 'inserted').length, 1)
        const winner = rivals[answers.indexOf('inserted')]
        assert.ok(winner)
        await assertKept(adapter, CODES, winner)
      }
    },
  },
]
