// SPDX-License-Identifier: Apache-2.0
/** Checkpoints of jobs whose coordinator was lost: they stay until somebody drops them. */
@NullMarked
package io.graphember.jobs.checkpoint;

import org.jspecify.annotations.NullMarked;
