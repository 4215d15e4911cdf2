// SPDX-License-Identifier: Apache-2.0
/** How the trainers of a job go together. */
@NullMarked
package io.graphember.training.job.consistency;

import org.jspecify.annotations.NullMarked;
