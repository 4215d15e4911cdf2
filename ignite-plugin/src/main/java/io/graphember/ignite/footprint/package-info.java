// SPDX-License-Identifier: Apache-2.0
/** The memory of the machine. */
package io.graphember.ignite.footprint;
