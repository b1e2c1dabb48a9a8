import type { LeavingTexts } from './en.ts'

export const texts: LeavingTexts = {
  locale: 'cs',
  data: 'Stáhnout moje data',
  dataLead:
    'Jeden soubor s tím, co o vás uchováváme: váš účet, způsoby přihlášení a kde jste přihlášeni.',
  download: 'Stáhnout',
  delete: 'Smazat můj účet',
  deleteLead:
    'Smaže se váš účet, způsoby přihlášení a to, co o vás uchováváme. Budete všude odhlášeni.',
  until:
    'Rozmyslet si to můžete do {date}: přihlaste se a účet si ponechte. Potom už to nelze vrátit.',
  atOnce: 'Stane se to ihned a nelze to vrátit.',
  sure: 'Chci smazat svůj účet',
  unsure: 'Pokud chcete účet smazat, zaškrtněte políčko.',
  leaving: 'Váš účet bude smazán {date}',
  signedOut: 'Všude jste odhlášeni. Pokud si chcete účet ponechat, přihlaste se před {date}.',
  deleted: 'Váš účet byl smazán.',
  keep: 'Ponechat můj účet',
  kept: 'Ponechat účet?',
  leave: 'Neponechat',
  unchanged: 'Nic se nezměnilo',
  unchangedText: 'Váš účet bude smazán. Pokud si ho chcete ponechat, přihlaste se znovu.',
  begun: 'Tento účet se právě maže.',
  notNow: 'Váš účet teď nelze smazat. {why}',
}
