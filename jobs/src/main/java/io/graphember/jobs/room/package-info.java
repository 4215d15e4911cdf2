// SPDX-License-Identifier: Apache-2.0
/** Room in the data regions, reserved before it is written. */
@NullMarked
package io.graphember.jobs.room;

import org.jspecify.annotations.NullMarked;
