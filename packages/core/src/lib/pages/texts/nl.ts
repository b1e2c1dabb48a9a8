import type { Texts } from '../../types/texts.ts'

export const nl: Texts = {
  lang: 'nl',
  direction: 'ltr',
  common: {
    home: 'Naar de startpagina',
    toSignIn: 'Terug naar inloggen',
    reference: 'Referentie: {ref}',
    labelled: '{action}: {name}',
    retryAfter: 'Probeer het over {duration} opnieuw.',
    notYou: 'Was jij dit niet? Neem contact op met de beheerder van de website.',
  },
  signIn: {
    title: 'Inloggen',
    to: 'om door te gaan naar {host}',
    continueWith: 'Doorgaan met {name}',
    or: 'of',
    email: 'E-mailadres',
    emailExample: 'naam@example.com',
    sendLink: 'Doorgaan met e-mail',
    submit: 'Inloggen',
    unsupported: 'Deze browser ondersteunt {name} niet. Gebruik een andere inlogmethode.',
    none: 'Inloggen is nog niet ingesteld.',
    code: 'Foutcode: {code}',
    lastUsed: 'Laatst gebruikt',
    showPassword: 'Wachtwoord tonen',
    passkey: 'Inloggen met een passkey',
    unknown: 'Deze inlogmethode is niet beschikbaar. Kies een andere.',
    wrongEmailOrPassword: 'Je e-mailadres of wachtwoord klopt niet.',
    wrongUsernameOrPassword: 'Je gebruikersnaam of wachtwoord klopt niet.',
    unsupportedPasskey:
      'Deze browser ondersteunt geen passkeys. Werk hem bij of gebruik een andere inlogmethode.',
  },
  fields: {
    username: 'Gebruikersnaam',
    password: 'Wachtwoord',
    code: 'Code',
    oneTimeCode: 'Eenmalige code',
    name: 'Naam',
    phone: 'Telefoonnummer',
  },
  signInErrors: {
    Signin: 'Inloggen is niet gelukt. Probeer het opnieuw of gebruik een andere inlogmethode.',
    OAuthSignin:
      'We konden die dienst niet bereiken. Probeer het zo meteen opnieuw of gebruik een andere inlogmethode.',
    OAuthCallbackError:
      'De dienst heeft het inloggen niet afgerond. Probeer het opnieuw of gebruik een andere inlogmethode.',
    OAuthCreateAccount:
      'We konden je account niet aanmaken. Probeer het opnieuw of gebruik een andere inlogmethode.',
    EmailCreateAccount:
      'We konden je account niet aanmaken. Probeer het opnieuw of gebruik een ander e-mailadres.',
    Callback: 'Er ging iets mis tijdens het inloggen. Probeer het opnieuw.',
    OAuthAccountNotLinked:
      'Dit e-mailadres wordt al gebruikt met een andere inlogmethode. Log in met die methode.',
    EmailSignin: 'We konden de e-mail niet verzenden. Controleer het adres en probeer het opnieuw.',
    CredentialsSignin: 'Je inloggegevens kloppen niet. Controleer ze en probeer het opnieuw.',
    SessionRequired: 'Log in om door te gaan.',
  },
  providerErrors: {
    OAuthSignin:
      'We konden {name} niet bereiken. Probeer het zo meteen opnieuw of gebruik een andere inlogmethode.',
    OAuthCallbackError:
      '{name} heeft het inloggen niet afgerond. Probeer het opnieuw of gebruik een andere inlogmethode.',
    service:
      '{name} reageert niet. Probeer het over een paar minuten opnieuw of gebruik een andere inlogmethode.',
    'other-way':
      '{name} heeft niet alles gedeeld wat nodig is om in te loggen. Gebruik een andere inlogmethode.',
  },
  present: {
    named: 'Je bent ingelogd als {name}.',
    unnamed: 'Je bent ingelogd.',
    other: 'Een ander account gebruiken',
  },
  signInReasons: {
    cancelled: 'Inloggen geannuleerd. Probeer het opnieuw of gebruik een andere inlogmethode.',
    expired: 'Deze inlogpoging is verlopen of in een andere browser gestart. Probeer het opnieuw.',
    ours: 'Er ging aan onze kant iets mis. Probeer het later opnieuw of gebruik een andere inlogmethode.',
    service:
      'De dienst reageert niet. Probeer het over een paar minuten opnieuw of gebruik een andere inlogmethode.',
    'other-way':
      'De dienst heeft niet alles gedeeld wat nodig is om in te loggen. Gebruik een andere inlogmethode.',
    removed: 'Deze passkey is uit je account verwijderd. Gebruik een andere inlogmethode.',
    'step-up': 'Log opnieuw in om door te gaan. Zo blijft je account veilig.',
  },
  signOut: {
    title: 'Uitloggen',
    question: 'Weet je zeker dat je wilt uitloggen?',
    submit: 'Uitloggen',
    stay: 'Ingelogd blijven',
    nobody: 'Je bent niet ingelogd.',
  },
  error: {
    Configuration: {
      title: 'Inloggen is niet beschikbaar',
      message: 'Er is een probleem met de instellingen van deze website.',
      advice:
        'Probeer het later opnieuw. Blijft het probleem bestaan, neem dan contact op met de beheerder van de website.',
    },
    AccessDenied: {
      title: 'Je hebt geen toegang',
      message: 'Met dit account kun je niet inloggen op deze website.',
      advice: 'Gebruik een ander account of vraag de beheerder van de website om toegang.',
    },
    Verification: {
      title: 'Deze link werkt niet meer',
      message: 'Hij is misschien verlopen of al gebruikt.',
      advice: 'Log opnieuw in om een nieuwe link te krijgen.',
    },
    Default: {
      title: 'Er ging iets mis',
      message: 'Inloggen is niet gelukt.',
      advice: 'Probeer opnieuw in te loggen.',
    },
  },
  verifyRequest: {
    title: 'Controleer je e-mail',
    sentTo:
      'We hebben een e-mail gestuurd naar {address}. Open de link daarin of vul hieronder de code in.',
    sent: 'We hebben je een e-mail gestuurd. Open de link om in te loggen.',
    linkSentTo: 'We hebben een e-mail gestuurd naar {address}. Open de link om in te loggen.',
    code: 'Code uit de e-mail',
    codeHint: '8 letters en cijfers. Het streepje en hoofdletters zijn niet nodig.',
    submit: 'Inloggen',
    wrongCode:
      'Deze code klopt niet of is verlopen. Kijk in je nieuwste e-mail en probeer het opnieuw.',
    attemptsLeft: 'Resterende pogingen: {count}',
    nothingThere: 'Geen e-mail ontvangen? Kijk in je spammap.',
    again: 'Opnieuw versturen of een ander e-mailadres gebruiken',
  },
  confirmLink: {
    title: 'Ben jij dit?',
    question: 'Je logt in als {address}.',
    reason:
      'Deze link is mogelijk in een andere browser aangevraagd. Bevestig dat je hier wilt inloggen.',
    submit: 'Ja, inloggen',
    notMe:
      'Niet jouw e-mailadres, of niet aangevraagd? Sluit deze pagina, dan word je niet ingelogd.',
  },
  continueSignIn: {
    title: 'Nog één stap',
    message: 'Ga door om het inloggen met {name} af te ronden.',
    submit: 'Doorgaan',
    notMe: 'Niet aangevraagd? Sluit deze pagina, dan word je niet ingelogd.',
  },
  keptForm: {
    title: 'Je formulier is er nog',
    message: 'Wat je hebt ingevuld, is nog niet verzonden.',
    submit: 'Formulier verzenden',
    discard: 'Niet verzenden',
  },
  endSession: {
    title: 'Je bent uitgelogd',
    message: 'Bij {name} ben je nog ingelogd. Ook daar uitloggen?',
    submit: 'Uitloggen bij {name}',
    stay: 'Ingelogd blijven bij {name}',
  },
  signedOut: {
    title: 'Uitloggen verlopen',
    message:
      'Het uitloggen is in een andere browser of meer dan tien minuten geleden gestart. Er is niets veranderd.',
  },
  devices: {
    title: 'Waar je bent ingelogd',
    lead: 'Log uit in elke browser die je niet herkent of niet meer gebruikt.',
    here: 'Deze browser',
    unknown: 'Onbekende browser',
    browserOn: '{browser} op {system}',
    signedIn: 'Ingelogd: {when}',
    signedInWith: 'Ingelogd met {name}: {when}',
    lastSeen: 'Laatst actief: {when}',
    signOut: 'Uitloggen',
    others: 'Overal elders uitloggen',
    all: 'Overal uitloggen',
    now: 'Nu actief',
  },
  account: {
    title: 'Inlogmethoden',
    lead: 'Verwijder wat je niet meer gebruikt. Je hebt er minstens één nodig.',
    synced: 'Gesynchroniseerde passkey',
    oneDevice: 'Passkey op één apparaat',
    mail: 'E-maillink',
    remove: 'Verwijderen',
    rename: 'Naam wijzigen',
    name: 'Naam van de passkey',
    save: 'Opslaan',
    only: 'Je kunt je enige inlogmethode niet verwijderen.',
    unused:
      'Nog niet gebruikt. Log er één keer mee in voordat je je andere inlogmethoden verwijdert.',
    accounts: 'Gekoppelde accounts',
    passkeys: 'Passkeys',
    noPasskeys: 'Nog geen passkeys.',
    removed: 'Verwijderd.',
    renamed: 'Naam opgeslagen.',
    signedOut: 'Uitgelogd.',
    tooLongAgo: 'Log opnieuw in om dit te wijzigen. Zo blijft je account veilig.',
    failed: 'Dat is niet gelukt. Probeer het opnieuw.',
  },
  ended: {
    'ended-by-user': 'Je bent vanaf een ander apparaat uitgelogd.',
    'signed-out-everywhere': 'Je bent op alle apparaten uitgelogd. Log opnieuw in.',
    'password-changed':
      'Je wachtwoord is gewijzigd, dus we hebben je uitgelogd. Log in met het nieuwe.',
    'email-changed': 'Je e-mailadres is gewijzigd, dus we hebben je uitgelogd. Log opnieuw in.',
    'account-unlinked':
      'Er is een inlogmethode verwijderd, dus we hebben je uitgelogd. Log opnieuw in.',
    'passkey-removed': 'Er is een passkey verwijderd, dus we hebben je uitgelogd. Log opnieuw in.',
    'factor-added':
      'Verificatie in twee stappen is ingeschakeld, dus we hebben je uitgelogd. Log opnieuw in.',
    'factor-removed':
      'Er is een methode voor verificatie in twee stappen verwijderd, dus we hebben je uitgelogd. Log opnieuw in.',
    'recovery-used': 'Je account is hersteld, dus we hebben je uitgelogd. Log opnieuw in.',
    admin: 'Een beheerder heeft je uitgelogd. Log opnieuw in.',
    'back-channel':
      'Je hebt uitgelogd bij de dienst waarmee je inlogt, dus we hebben je ook op deze website uitgelogd.',
    'secret-leak': 'Om accounts te beschermen hebben we iedereen uitgelogd. Log opnieuw in.',
    other: 'Je sessie is beëindigd. Log opnieuw in.',
  },
  problem: {
    400: {
      title: 'Dat konden we niet verwerken',
      message: 'Ga terug, laad de pagina opnieuw en probeer het nog eens.',
    },
    403: {
      title: 'Deze pagina is verlopen',
      message: 'Ga terug, laad de pagina opnieuw en probeer het nog eens.',
    },
    404: {
      title: 'Pagina niet gevonden',
      message: 'Controleer het adres of begin op de startpagina.',
    },
    405: {
      title: 'Je kunt deze pagina niet direct openen',
      message: 'Begin op de startpagina.',
    },
    413: {
      title: 'Dat is te lang',
      message: 'Kort in wat je hebt ingevuld en probeer het opnieuw.',
    },
    415: {
      title: 'Dat konden we niet lezen',
      message: 'Ga terug en gebruik het formulier op de pagina.',
    },
    429: {
      title: 'Te veel pogingen',
      message: 'Wacht een paar minuten en probeer het dan opnieuw.',
    },
    500: {
      title: 'Er ging iets mis',
      message: 'Het probleem ligt bij ons. Probeer het zo meteen opnieuw.',
    },
    503: {
      title: 'Tijdelijk niet beschikbaar',
      message:
        'Een deel van ons systeem reageert niet. Je bent niet uitgelogd. Probeer het zo meteen opnieuw.',
    },
    acting: {
      title: 'Je handelt namens iemand anders',
      message:
        'Dit is intussen niet mogelijk. Log één keer uit om terug te gaan naar je eigen account.',
    },
  },
  mail: {
    subject: 'Inloggen bij {host}',
    button: 'Inloggen',
    link: 'Werkt de knop niet? Kopieer deze link naar je browser:',
    code: 'Of vul deze code in waar je bent begonnen met inloggen:',
    validity: 'De link en de code zijn {duration} geldig en werken één keer.',
    ignore:
      'Heb je dit niet aangevraagd? Negeer deze e-mail. Deel de link en de code nooit met anderen.',
    linkValidity: 'De link is {duration} geldig en werkt één keer.',
    linkIgnore: 'Heb je dit niet aangevraagd? Negeer deze e-mail. Deel de link nooit met anderen.',
  },
}
