import { describe, expect, it } from 'vitest'
import { DEFECTS } from '../test/defects.ts'
import { createMemoryAdapter } from '../test/memory-adapter.ts'
import { EVERYTHING, runSuite } from '../test/run-suite.ts'
import { SESSION_DEFECTS } from '../test/session-defects.ts'
import { VALUE_DEFECTS } from '../test/value-defects.ts'
import { ABSENT_DEFECTS } from '../test/absent-defects.ts'
import { CONTROL_DEFECTS } from '../test/control-defects.ts'
import { FEED_DEFECTS } from '../test/feed-defects.ts'
import { CALL_DEFECTS } from '../test/call-defects.ts'
import { KEY_DEFECTS } from '../test/key-defects.ts'
import { LOOK_ALIKE_DEFECTS, LOOK_ALIKE_KINDS } from '../test/look-alike-defects.ts'
import { RECORD_DEFECTS } from '../test/record-defects.ts'
import { REACH_DEFECTS } from '../test/reach-defects.ts'
import { SHAPE_DEFECTS } from '../test/shape-defects.ts'

const ALL = [
  ...DEFECTS,
  ...VALUE_DEFECTS,
  ...SESSION_DEFECTS,
  ...KEY_DEFECTS,
  ...LOOK_ALIKE_DEFECTS,
  ...LOOK_ALIKE_KINDS,
  ...REACH_DEFECTS,
  ...RECORD_DEFECTS,
  ...SHAPE_DEFECTS,
  ...CALL_DEFECTS,
  ...ABSENT_DEFECTS,
  ...FEED_DEFECTS,
  ...CONTROL_DEFECTS,
]

describe('the conformance suite reports', () => {
  it.each(ALL)('$what', async ({ adapter, group, fails }) => {
    const defective = adapter(createMemoryAdapter())
    const transactions = defective.transaction !== undefined
    const capabilities = { ...EVERYTHING, transactions }
    const { failed } = await runSuite(defective, { capabilities, onlyGroup: group })
    expect(failed).toEqual(fails)
  })

  it('no defect in a correct store', async () => {
    expect((await runSuite(createMemoryAdapter())).failed).toEqual([])
  })

  it('missing methods', async () => {
    const { deleteUser: _, getAccount: __, updateAccount: ___, ...adapter } = createMemoryAdapter()
    const { failed } = await runSuite(adapter, { onlyGroup: 'declarations' })
    expect(failed).toEqual([
      'the adapter has every required method',
      'has the methods of webauthn',
      'has the methods of accountUpdates',
    ])
  })
})
