import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const ownerKeys = {
  renewKeys: {
    label: { owner: 'New owner key', view: 'New view key' },
    sure: {
      owner:
        'Make a new owner key? The old one stops working immediately, also on your other devices: open the new link there.',
      view: 'Make a new view key? The old link stops working immediately: anyone with it sees nothing more, not even a stop.',
    },
    done: {
      owner: 'The old owner key no longer works. Save the new link above.',
      view: 'The old view link no longer works. The new one is above.',
    },
    unsure: 'No response. Try again: nothing is lost.',
  },
  lent: {
    title: 'Shared links',
    text: 'You can revoke them. A new one replaces the old one.',
    make: { duty: 'Make a link for those on duty', feed: 'Make the address of the feed' },
    label: {
      duty: 'Duty link: view, and write in the log',
      feed: 'Atom feed of all changes, for feed readers: anyone with the address can read it',
    },
    copy: 'Copy',
    inUse: { duty: 'A duty link is in use.', feed: 'A feed address is in use.' },
    renew: { duty: 'New duty link', feed: 'New feed address' },
    renewSure: {
      duty: 'Make a new one? The old link stops working immediately.',
      feed: 'Make a new one? The old address stops working immediately: readers get nothing further, not even a stop.',
    },
    renewYes: 'Yes, make a new one',
    revoke: { duty: 'Revoke the duty link', feed: 'Revoke the feed address' },
    revokeSure: {
      duty: 'Revoke it? The link stops working immediately.',
      feed: 'Revoke it? The address stops working immediately: readers get nothing further, not even a stop.',
    },
    revokeYes: 'Yes, revoke it',
    no: 'No',
    revoked: { duty: 'The duty link no longer works.', feed: 'The feed address no longer works.' },
  },
} satisfies BaseTranslation;

export default ownerKeys;
