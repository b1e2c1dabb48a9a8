import type { RecoveryTexts } from './en.ts'

export const nl: RecoveryTexts = {
  locale: 'nl',
  lostBoth: 'Ik ben mijn app en back-upcodes kwijt',
  lostTitle: 'Een verloren app vervangen',
  lostLead:
    'We mailen je een link. Nadat je die hebt geopend, begint een wachttijd. Vanaf {date} kun je een nieuwe app instellen.',
  lostTold:
    'Elke ingelogde browser toont de aanvraag en kan die annuleren. Inloggen met je app of een back-upcode annuleert de aanvraag ook.',
  lostSend: 'Mail mij een link',
  lostSent: 'Controleer je e-mail. Open de link of vul de code hier in.',
  lostByMail:
    'Je hebt ingelogd via e-mail. Gebruik een andere inlogmethode om je app te vervangen.',
  lostConfirm:
    'Vanaf {date} kun je een nieuwe app instellen. Tot dan werken je oude apps en back-upcodes.',
  proofSubject: 'Bevestig dat je je app kwijt bent',
  proofLead:
    'Iemand heeft ingelogd op je account en aangegeven dat de authenticator-app en de back-upcodes kwijt zijn. Was jij dit niet? Gebruik de link niet en wijzig je wachtwoord.',
  proofButton: 'Doorgaan',
  proofIgnore: 'Deel de link en de code nooit met anderen.',
  request: 'Nieuwe app aanvragen',
  running:
    'Er is een nieuwe authenticator-app aangevraagd. Log vanaf {date} in om die in te stellen. Je oude apps en back-upcodes werken dan niet meer.',
  askedSubject: 'Er is een nieuwe authenticator-app voor je account aangevraagd',
  cancel: 'Aanvraag annuleren',
  cancelNone: 'Er loopt geen aanvraag voor een nieuwe app.',
  cancelledSubject: 'De aanvraag voor een nieuwe authenticator-app is geannuleerd',
  replaceTitle: 'Nieuwe app instellen',
  replaceLead:
    'Je oude apps en back-upcodes werken dan niet meer, en alle browsers worden uitgelogd.',
  foundLead:
    'Heb je je app of een back-upcode toch nog? Vul een code in om in te loggen. De aanvraag wordt dan geannuleerd.',
  foundCode: 'Code van 6 cijfers of back-upcode',
  replacedLead: 'Je app is vervangen en alle browsers zijn uitgelogd. Log in met je nieuwe app.',
  signIn: 'Inloggen',
  replacedSubject: 'Je authenticator-app en back-upcodes zijn vervangen',
}
