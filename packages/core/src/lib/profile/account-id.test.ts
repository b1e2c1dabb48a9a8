import { describe, expect, it } from 'vitest'
import { accountId } from './account-id.ts'

describe('accountId', () => {
  it('returns an object with the id as text (OID-16)', () => {
    expect(accountId(583_231)).toEqual({ id: '583231' })
    expect(accountId('00u1')).toEqual({ id: '00u1' })
  })

  it.each([[undefined], [null], ['undefined'], [''], [1.5], [['1']]])(
    'leaves out %j (OID-16)',
    (value) => {
      expect(accountId(value)).not.toHaveProperty('id')
    },
  )
})
