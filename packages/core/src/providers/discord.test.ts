import { describe, expect, it } from 'vitest'
import Discord, { type DiscordProfile } from './discord.ts'

const documented: DiscordProfile = {
  id: '80351110224678912',
  username: 'Nelly',
  discriminator: '1337',
  global_name: 'Nelly the Elephant',
  avatar: '8342729096ea3675442027381ff50dfe',
  verified: true,
  email: 'nelly@discord.com',
  flags: 64,
  locale: 'en-US',
  mfa_enabled: true,
}
const minimal: DiscordProfile = { id: '80351110224678912', username: 'nelly' }

async function imageOf(profile: DiscordProfile): Promise<unknown> {
  const user = await Discord().profile?.(profile, {})
  return user?.image
}

describe('discord', () => {
  it('maps the documented user', async () => {
    expect(await Discord().profile?.(documented, {})).toEqual({
      id: '80351110224678912',
      name: 'Nelly the Elephant',
      email: 'nelly@discord.com',
      image:
        'https://cdn.discordapp.com/avatars/80351110224678912/8342729096ea3675442027381ff50dfe.png',
      emailVerified: true,
    })
  })

  it('maps a user with only id and user name', async () => {
    expect(await Discord().profile?.(minimal, {})).toEqual({
      id: '80351110224678912',
      name: 'nelly',
      email: null,
      image: 'https://cdn.discordapp.com/embed/avatars/5.png',
      emailVerified: false,
    })
  })

  it('maps an address as verified only when Discord does', async () => {
    const profile = { ...documented, verified: false }
    expect(await Discord().profile?.(profile, {})).toMatchObject({ emailVerified: false })
  })

  it('shows an animated avatar as a GIF', async () => {
    expect(await imageOf({ ...documented, avatar: 'a_1269e74af4df7417b13759eae50c83dc' })).toBe(
      'https://cdn.discordapp.com/avatars/80351110224678912/a_1269e74af4df7417b13759eae50c83dc.gif',
    )
  })

  it.each([
    // As a number, the second and the third would be rounded up to the next index.
    ['1025316111006040064', '0', 2],
    ['1025316111006040063', '0', 1],
    ['1025316111001845759', '0', 0],
    ['80351110224678912', '1337', 2],
    ['80351110224678912', '0005', 0],
  ])('maps %s with discriminator %s to the default avatar %i', async (id, discriminator, index) => {
    const profile = { ...documented, id, discriminator, avatar: null }
    expect(await imageOf(profile)).toBe(`https://cdn.discordapp.com/embed/avatars/${index}.png`)
  })

  it('has no avatar for an id that is not a snowflake', async () => {
    expect(await imageOf({ ...documented, id: 'x/../y' })).toBeNull()
  })
})
