// SPDX-License-Identifier: Apache-2.0
/** What a step of training is computed over, and by whom. */
@NullMarked
package io.graphember.training.job.batch;

import org.jspecify.annotations.NullMarked;
