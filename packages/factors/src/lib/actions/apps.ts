import type {
  ChangeAnswer,
  ChangeContext,
  PageAnswer,
  PageContext,
  WritingContext,
} from '@latchstring/core/features'
import { appsOf } from '../apps.ts'
import { dropCodes } from '../codes.ts'
import { notify } from '../notices.ts'
import type { Settings } from '../options.ts'
import { managed, TOO_LOW, userOf } from '../person.ts'
import { totp } from '../tables.ts'
import { dropTries } from '../tries.ts'

/**
 * Removes an app, and the backup codes with the last one. The sessions end that were made with it, also where it is gone already: a
 * request that failed in between is repeated.
 */
export async function removeApp(
  context: WritingContext,
  userId: string,
  id: string,
): Promise<void> {
  const apps = await appsOf(context, userId)
  const app = apps.find((one) => one.id === id)
  if (app) await context.records.drop(totp, app)
  if (apps.every((one) => one.id === id)) {
    await dropCodes(context, userId)
    await dropTries(context, userId)
  }
  await context.endSessions(userId, 'factor-removed')
}

/** Removes an app once that was confirmed. */
export const remove =
  (settings: Settings) =>
  async (context: ChangeContext): Promise<ChangeAnswer> => {
    const { inputs, text } = context
    const user = userOf(context)
    const { apps, may } = await managed(context)
    if (!may) return TOO_LOW
    const id = String(inputs['id'])
    const app = apps.find((one) => one.id === id)
    const isLast = app !== undefined && apps.length === 1
    if (isLast && (await settings.asks(user))) return { refused: 'needed' }
    if (app && inputs['sure'] !== true) {
      return {
        page: {
          title: isLast ? text('turnOff') : text('removeTitle', { name: app.label }),
          lead: isLast ? text('turnOffLead') : text('removeLead'),
          blocks: [
            {
              kind: 'form',
              action: 'remove',
              hidden: { id, sure: 'on' },
              submit: isLast ? text('turnOff') : text('remove'),
            },
          ],
        },
      }
    }
    await removeApp(context, user.id, id)
    await notify(context, settings, user.id, 'removed')
    return { to: 'back' }
  }

/** A form for the name of each app. */
export async function namesPage(context: PageContext): Promise<PageAnswer> {
  const { text } = context
  const apps = await appsOf(context, userOf(context).id)
  return {
    page: {
      title: text('rename'),
      blocks: apps.map(({ id, label }) => ({
        kind: 'form',
        action: 'rename',
        fields: [{ name: 'label', label: text('label'), value: label }],
        hidden: { id },
        submit: text('renameApp'),
      })),
    },
  }
}

/** Gives an app another name. */
export async function rename(context: ChangeContext): Promise<ChangeAnswer> {
  const { inputs, records } = context
  const apps = await appsOf(context, userOf(context).id)
  const app = apps.find((one) => one.id === inputs['id'])
  const label = String(inputs['label']).trim()
  if (!app || label === '') return { refused: 'again', page: 'names' }
  const changed = await records.change(totp, app, { label })
  return changed ? { to: 'back' } : { refused: 'again', page: 'names' }
}
