// SPDX-License-Identifier: Apache-2.0
/** A job as the user writes it, and as algorithms see it. */
@NullMarked
package io.graphember.training.job;

import org.jspecify.annotations.NullMarked;
