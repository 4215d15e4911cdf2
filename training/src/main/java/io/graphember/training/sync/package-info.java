// SPDX-License-Identifier: Apache-2.0
/** What the trainers of one job exchange: sums of all, or parameters by versions. */
@NullMarked
package io.graphember.training.sync;

import org.jspecify.annotations.NullMarked;
