// SPDX-License-Identifier: Apache-2.0
/** What all jobs have in common on their coordinator: placement, attempts, lost nodes, states. */
@NullMarked
package io.graphember.jobs.run;

import org.jspecify.annotations.NullMarked;
