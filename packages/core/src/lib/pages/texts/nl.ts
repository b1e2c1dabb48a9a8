import type { Texts } from '../../types/texts.ts'

export const nl: Texts = {
  lang: 'nl',
  direction: 'ltr',
  common: {
    home: 'Naar de startpagina',
    toSignIn: 'Naar inloggen',
    reference: 'Referentie: {ref}',
  },
  signIn: {
    title: 'Inloggen',
    to: 'om verder te gaan naar {host}',
    continueWith: 'Doorgaan met {name}',
    or: 'of',
    email: 'E-mailadres',
    emailExample: 'naam@example.com',
    sendLink: 'Stuur mij een inloglink',
    submit: 'Inloggen',
    unsupported: 'Inloggen met {name} werkt niet in deze browser.',
    none: 'Hier is nog geen manier om in te loggen ingesteld.',
    code: 'Code: {code}',
    lastUsed: 'Laatst gebruikt',
    showPassword: 'Wachtwoord tonen',
    passkey: 'Inloggen met een passkey',
    unknown: 'Deze manier van inloggen bestaat hier niet. Kies een andere.',
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
    Signin: 'Inloggen is niet gelukt. Probeer het opnieuw of kies een andere manier.',
    OAuthSignin:
      'Inloggen met die dienst kon niet worden gestart. Wacht even en probeer het opnieuw, of kies een andere manier.',
    OAuthCallbackError:
      'De dienst heeft je aanmelding niet bevestigd. Probeer het opnieuw of kies een andere manier.',
    OAuthCreateAccount:
      'De dienst heeft bevestigd wie je bent, maar hier kon geen account worden aangemaakt. Probeer het opnieuw of kies een andere manier.',
    EmailCreateAccount:
      'Voor dit e-mailadres kon geen account worden aangemaakt. Probeer het opnieuw of gebruik een ander adres.',
    Callback: 'Tijdens het inloggen ging er iets mis. Begin opnieuw vanaf deze pagina.',
    OAuthAccountNotLinked:
      'Er is al een account met dit e-mailadres. Log in zoals je dat eerder deed, zodat we weten dat het van jou is.',
    EmailSignin:
      'De e-mail kon niet worden verzonden. Controleer het adres op typefouten en probeer het opnieuw.',
    CredentialsSignin:
      'Wat je hebt ingevuld hoort niet bij een account. Controleer het en probeer het opnieuw.',
    SessionRequired: 'Log in om die pagina te openen.',
  },
  present: {
    named: 'Je bent ingelogd als {name}.',
    unnamed: 'Je bent ingelogd.',
    other: 'Een ander account gebruiken',
  },
  signInReasons: {
    cancelled: 'Je hebt het inloggen afgebroken. Je kunt het altijd opnieuw proberen.',
    expired: 'Dat duurde te lang, of is in een andere browser begonnen. Begin opnieuw.',
    ours: 'Er werkt aan onze kant iets niet; het ligt niet aan jou. Kies een andere manier of probeer het later opnieuw.',
    service:
      'De gekozen dienst reageert op dit moment niet goed. Probeer het over een paar minuten opnieuw of kies een andere manier.',
    'other-way':
      'Op deze manier kunnen we je niet inloggen, omdat de dienst ons niet alles heeft doorgegeven wat we nodig hebben. Kies een andere manier.',
  },
  signOut: {
    title: 'Uitloggen',
    question: 'Wil je in deze browser uitloggen?',
    submit: 'Uitloggen',
    stay: 'Ingelogd blijven',
    nobody: 'Je bent hier niet ingelogd.',
  },
  error: {
    Configuration: {
      title: 'Inloggen is niet beschikbaar',
      message: 'Deze website is niet goed ingesteld. Het ligt niet aan jou.',
      advice:
        'Probeer het later opnieuw. Blijft het zo, laat het dan weten aan de beheerders van de website.',
    },
    AccessDenied: {
      title: 'Geen toegang',
      message: 'Met dit account mag je hier niet inloggen.',
      advice: 'Log in met een ander account of vraag de beheerders van de website om toegang.',
    },
    Verification: {
      title: 'Deze link werkt niet meer',
      message: 'Hij is verlopen, al gebruikt of niet volledig.',
      advice: 'Vraag een nieuwe aan op de inlogpagina.',
    },
    Default: {
      title: 'Er ging iets mis',
      message: 'Je kon niet worden ingelogd.',
      advice: 'Begin opnieuw vanaf de inlogpagina.',
    },
  },
  verifyRequest: {
    title: 'Bekijk je e-mail',
    sentTo: 'Er is een bericht onderweg naar {address}. Open de link daarin om in te loggen.',
    sent: 'Er is een bericht onderweg. Open de link daarin om in te loggen.',
    code: 'Code uit het bericht',
    codeHint: 'Spaties, streepjes en kleine letters maken niet uit.',
    submit: 'Inloggen',
    wrongCode:
      'Deze code klopt niet of is niet meer geldig. Vergelijk hem met het nieuwste bericht.',
    attemptsLeft: 'Resterende pogingen: {count}',
    nothingThere: 'Na een paar minuten nog niets? Kijk in de spammap.',
    again: 'Opnieuw proberen of een ander adres gebruiken',
  },
  confirmLink: {
    title: 'Ben jij dit?',
    question: 'Je staat op het punt in te loggen als {address}.',
    reason:
      'Het is niet zeker dat de link in deze browser is aangevraagd. Bevestig dat je hier wilt inloggen.',
    submit: 'Ja, inloggen',
    notMe:
      'Niet jouw adres, of heb je dit niet aangevraagd? Sluit dan deze pagina: er is nog niets gebeurd.',
  },
  continueSignIn: {
    title: 'Nog één stap',
    message: 'Je bent terug van {name}. Ga hier verder om af te ronden.',
    submit: 'Doorgaan',
    notMe: 'Heb je dit niet aangevraagd? Sluit dan deze pagina: er is nog niets gebeurd.',
  },
  endSession: {
    title: 'Je bent hier uitgelogd',
    message: 'Bij {name} ben je nog ingelogd. Ga verder om ook daar uit te loggen.',
    submit: 'Verder naar {name}',
    stay: 'Daar ingelogd blijven',
  },
  signedOut: {
    title: 'Hier is niets veranderd',
    message: 'Dit uitloggen is niet in deze browser begonnen, of meer dan tien minuten geleden.',
  },
  devices: {
    title: 'Waar je bent ingelogd',
    lead: 'Log uit waar je niet meer ingelogd hoeft te zijn, en overal waar je de browser niet herkent.',
    here: 'Deze browser',
    unknown: 'Onbekende browser',
    browserOn: '{browser} op {system}',
    signedIn: 'Ingelogd: {when}',
    signedInWith: 'Ingelogd met {name}: {when}',
    lastSeen: 'Laatst gezien: {when}',
    signOut: 'Uitloggen',
    others: 'Overal uitloggen, behalve hier',
    all: 'Overal uitloggen',
  },
  account: {
    title: 'Hoe je inlogt',
    lead: 'Verwijder wat je niet meer gebruikt. De laatste manier blijft.',
    synced: 'Gesynchroniseerde passkey',
    oneDevice: 'Passkey op één apparaat',
    mail: 'Link per e-mail',
    remove: 'Verwijderen',
    rename: 'Naam wijzigen',
    name: 'Naam van de passkey',
    save: 'Opslaan',
    only: 'Dit is je enige manier om in te loggen en kan niet worden verwijderd.',
  },
  ended: {
    'ended-by-user': 'Je bent hier uitgelogd vanaf een ander apparaat.',
    'signed-out-everywhere':
      'Je bent uitgelogd omdat is gevraagd om op alle apparaten uit te loggen.',
    'password-changed': 'Je bent uitgelogd omdat het wachtwoord is gewijzigd.',
    'email-changed': 'Je bent uitgelogd omdat het e-mailadres is gewijzigd.',
    'account-unlinked': 'Je bent uitgelogd omdat een manier om in te loggen is verwijderd.',
    'passkey-removed': 'Je bent uitgelogd omdat een passkey is verwijderd.',
    admin: 'De beheerders van deze website hebben je uitgelogd.',
    'back-channel': 'Je bent uitgelogd omdat je hebt uitgelogd bij de dienst waarmee je inlogt.',
    'secret-leak': 'Voor de veiligheid is iedereen uitgelogd. Log opnieuw in.',
    other: 'Je sessie is beëindigd. Log opnieuw in.',
  },
  problem: {
    400: {
      title: 'Dat is niet gelukt',
      message:
        'Een deel van het verzoek ontbrak of was niet leesbaar. Ga terug, laad de pagina opnieuw en probeer het nog eens.',
    },
    403: {
      title: 'Verzoek geweigerd',
      message:
        'Misschien stond de pagina te lang open, of kwam het verzoek ergens anders vandaan. Ga terug, laad de pagina opnieuw en probeer het nog eens.',
    },
    404: {
      title: 'Pagina niet gevonden',
      message:
        'Op dit adres is niets te vinden. Controleer het op typefouten of begin op de startpagina.',
    },
    405: {
      title: 'Zo gaat het niet',
      message: 'Dit adres kan niet rechtstreeks worden geopend. Begin op de startpagina.',
    },
    413: {
      title: 'Te veel gegevens',
      message:
        'Er is meer verzonden dan hier wordt aangenomen. Kort in wat je hebt ingevuld en probeer het opnieuw.',
    },
    415: {
      title: 'Onbekend formaat',
      message:
        'Wat is verzonden kan hier niet worden gelezen. Ga terug en gebruik het formulier op de pagina.',
    },
    429: {
      title: 'Te veel pogingen',
      message: 'Wacht een paar minuten en probeer het dan opnieuw.',
    },
    500: {
      title: 'Er ging bij ons iets mis',
      message: 'Er is een onverwachte fout opgetreden. Probeer het zo meteen opnieuw.',
    },
    503: {
      title: 'Nu niet beschikbaar',
      message:
        'Een deel van ons systeem is niet bereikbaar. Je bent niet uitgelogd; probeer het zo meteen opnieuw.',
    },
  },
  mail: {
    subject: 'Inloggen bij {host}',
    button: 'Inloggen',
    link: 'Werkt de knop niet? Kopieer dan dit adres naar je browser:',
    code: 'Of typ deze code op de pagina waar je wilde inloggen:',
    validity: 'Link en code werken één keer, {minutes} min. lang.',
    ignore:
      'Heb je niet om dit bericht gevraagd, dan kun je het negeren. Zonder de link of de code wordt niemand ingelogd.',
  },
}
