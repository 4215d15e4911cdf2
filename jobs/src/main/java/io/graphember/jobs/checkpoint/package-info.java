// SPDX-License-Identifier: Apache-2.0
/** Checkpoints of jobs that have ended without being done: they stay until somebody drops them. */
@NullMarked
package io.graphember.jobs.checkpoint;

import org.jspecify.annotations.NullMarked;
