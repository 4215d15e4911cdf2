// SPDX-License-Identifier: Apache-2.0
/** Room in the data regions, reserved before it is written. */
package io.graphember.jobs.room;
