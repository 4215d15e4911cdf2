// SPDX-License-Identifier: Apache-2.0
/** Settings of sampling: how many neighbours, by which rules. */
@NullMarked
package io.graphember.training.job.sampling;

import org.jspecify.annotations.NullMarked;
