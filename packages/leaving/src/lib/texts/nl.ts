import type { LeavingTexts } from './en.ts'

export const texts: LeavingTexts = {
  locale: 'nl',
  data: 'Mijn gegevens downloaden',
  dataLead:
    'Eén bestand met wat we over je bewaren: je account, je inlogmethoden en waar je bent ingelogd.',
  download: 'Downloaden',
  delete: 'Mijn account verwijderen',
  deleteLead:
    'Hiermee verwijder je je account, je inlogmethoden en wat we over je bewaren. Je wordt overal uitgelogd.',
  until:
    'Tot {date} kun je je bedenken: log in en behoud je account. Daarna kan het niet ongedaan worden gemaakt.',
  atOnce: 'Dit gebeurt direct en kan niet ongedaan worden gemaakt.',
  sure: 'Ik wil mijn account verwijderen',
  unsure: 'Vink het vakje aan om je account te verwijderen.',
  leaving: 'Je account wordt op {date} verwijderd',
  signedOut: 'Je bent overal uitgelogd. Log vóór {date} in om je account te behouden.',
  deleted: 'Je account is verwijderd.',
  keep: 'Mijn account behouden',
  kept: 'Je account behouden?',
  leave: 'Niet behouden',
  unchanged: 'Er is niets veranderd',
  unchangedText: 'Je account wordt verwijderd. Log opnieuw in om het te behouden.',
  begun: 'Dit account wordt verwijderd.',
  notNow: 'Je account kan nu niet worden verwijderd. {why}',
}
