import { describe, expect, it } from 'vitest'
import { requireRecentSignIn } from './require-recent-sign-in.ts'

const at = (signedInAt: number | undefined, seconds: number | undefined) => (): void =>
  requireRecentSignIn({ clock: () => 1_000_999 }, { signedInAt }, seconds)

describe('requireRecentSignIn', () => {
  it('accepts a sign-in that is as old as it may be, and refuses one that is a second older (REV-12)', () => {
    expect(at(940, 60)).not.toThrow()
    expect(at(939, 60)).toThrow('The sign-in was more than 60 seconds ago.')
    expect(at(939, 60)).toThrow(expect.objectContaining({ type: 'StepUpRequired' }))
  })

  it('refuses a session without the time of its opening (REV-12)', () => {
    expect(at(undefined, 60)).toThrow('The time at which this session was opened was not recorded.')
  })

  it('asks nothing where no age is given', () => {
    expect(at(undefined, undefined)).not.toThrow()
    expect(at(0, undefined)).not.toThrow()
  })
})
