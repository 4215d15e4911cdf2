// SPDX-License-Identifier: Apache-2.0
/** What the trainers of one job exchange. */
@NullMarked
package io.graphember.training.sync;

import org.jspecify.annotations.NullMarked;
