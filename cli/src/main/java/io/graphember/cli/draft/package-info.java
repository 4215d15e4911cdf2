// SPDX-License-Identifier: Apache-2.0
/** Drafts of job files, by a look at a user's data. */
@NullMarked
package io.graphember.cli.draft;

import org.jspecify.annotations.NullMarked;
