// SPDX-License-Identifier: Apache-2.0
/** How far apart checkpoints are. */
@NullMarked
package io.graphember.training.job.checkpoint;

import org.jspecify.annotations.NullMarked;
