// SPDX-License-Identifier: Apache-2.0
/** Tests of the mechanism with records of their own. */
package io.graphember.config;
