import type {
  ChangeAnswer,
  ChangeContext,
  PageAnswer,
  PageContext,
} from '@latchstring/core/features'
import { countCodes, renewCodes } from '../codes.ts'
import { notify } from '../notices.ts'
import type { Settings } from '../options.ts'
import { managed, TOO_LOW, userOf } from '../person.ts'
import { codesPage } from '../set-up.ts'

/** Says how many codes are left, and offers new ones. */
export async function showCodes(context: PageContext): Promise<PageAnswer> {
  const { text } = context
  const { apps, may } = await managed(context)
  if (!may) return { to: 'raise' }
  if (apps.length === 0) return { to: 'set-up' }
  const count = await countCodes(context, userOf(context).id)
  return {
    page: {
      title: text('backupCodes'),
      lead: text('codesLeft', { count }),
      blocks: [
        { kind: 'text', text: text('codesRenewLead') },
        { kind: 'form', action: 'regenerate', submit: text('codesRenew') },
      ],
    },
  }
}

/** Replaces all codes, and shows the new ones. */
export const regenerate =
  (settings: Settings) =>
  async (context: ChangeContext): Promise<ChangeAnswer> => {
    const { id } = userOf(context)
    const { apps, may } = await managed(context)
    if (!may) return TOO_LOW
    // Codes without an app are asked for by no sign-in.
    if (apps.length === 0) return { refused: 'off', page: 'set-up' }
    const codes = await renewCodes(context, id, settings.backupCodes)
    if (!codes) return { refused: 'again', page: 'codes' }
    await notify(context, settings, id, 'renewed')
    return { page: codesPage(context, codes, []) }
  }
